CREATE TABLE blob (
    digest TEXT PRIMARY KEY, size INTEGER NOT NULL,
    -- `stored`: nobody read it yet; `ready`: its kind is known; `quarantined`: reading it exceeded the limits.
    state TEXT NOT NULL CHECK (state IN ('stored', 'ready', 'quarantined')),
    kind TEXT, facts TEXT, reason TEXT, created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE upload (
    id TEXT PRIMARY KEY, digest TEXT NOT NULL, size INTEGER NOT NULL, key TEXT UNIQUE, created INTEGER NOT NULL,
    -- The file is stored: who did not get the answer may ask again.
    done INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE model (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, policy TEXT NOT NULL, generation INTEGER NOT NULL, created INTEGER NOT NULL
) STRICT;
CREATE TABLE version (
    id INTEGER PRIMARY KEY, model INTEGER NOT NULL REFERENCES model, label TEXT NOT NULL,
    -- The digest of what was published: the same again is a retry.
    request TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'yanked', 'retired')), reason TEXT, published INTEGER NOT NULL,
    UNIQUE (model, label)
) STRICT;
CREATE TABLE variant (
    id INTEGER PRIMARY KEY, version INTEGER NOT NULL REFERENCES version, blob TEXT NOT NULL REFERENCES blob,
    origin TEXT NOT NULL CHECK (origin IN ('uploaded', 'backport')), derived_from TEXT REFERENCES blob, recipe TEXT,
    created INTEGER NOT NULL,
    UNIQUE (version, blob)
) STRICT;
CREATE INDEX variant_blob ON variant (blob);
CREATE TABLE profile (
    digest TEXT PRIMARY KEY, name TEXT NOT NULL, family TEXT NOT NULL,
    form TEXT NOT NULL CHECK (form IN ('release', 'file')), text TEXT NOT NULL, source TEXT NOT NULL,
    backports INTEGER NOT NULL, created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX profile_name ON profile (name);
CREATE TABLE alias (name TEXT PRIMARY KEY, profile TEXT NOT NULL REFERENCES profile) STRICT, WITHOUT ROWID;
CREATE TABLE verdict (
    blob TEXT NOT NULL REFERENCES blob, profile TEXT NOT NULL REFERENCES profile, engine TEXT NOT NULL, cell TEXT NOT NULL,
    PRIMARY KEY (blob, profile, engine)
) STRICT, WITHOUT ROWID;
CREATE TABLE outcome (
    blob TEXT NOT NULL REFERENCES blob, profile TEXT NOT NULL REFERENCES profile, day TEXT NOT NULL,
    loads INTEGER NOT NULL, failures INTEGER NOT NULL, crashes INTEGER NOT NULL,
    PRIMARY KEY (blob, profile, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE devices (
    profile TEXT NOT NULL REFERENCES profile, day TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (profile, day)
) STRICT, WITHOUT ROWID;
-- Reports that were counted: the same again is a retry.
CREATE TABLE batch (id TEXT PRIMARY KEY, request TEXT NOT NULL, created INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE token (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL, scopes TEXT NOT NULL, created INTEGER NOT NULL, revoked INTEGER
) STRICT, WITHOUT ROWID;
