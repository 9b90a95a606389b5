-- Verdicts by number, and each document of a verdict once: a million files and two hundred profiles have two hundred million.
ALTER TABLE blob ADD COLUMN id INTEGER;
UPDATE blob SET id = numbered.id FROM (SELECT digest, row_number() OVER (ORDER BY created, digest) AS id FROM blob) AS numbered
    WHERE numbered.digest = blob.digest;
CREATE UNIQUE INDEX blob_id ON blob (id);
-- For metrics: the rows themselves have facts, and take long to count.
CREATE INDEX blob_state ON blob (state, size);
ALTER TABLE profile ADD COLUMN id INTEGER;
UPDATE profile SET id = numbered.id FROM (SELECT digest, row_number() OVER (ORDER BY created, digest) AS id FROM profile) AS numbered
    WHERE numbered.digest = profile.digest;
CREATE UNIQUE INDEX profile_id ON profile (id);
CREATE TABLE engine (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE cell (id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, document TEXT NOT NULL) STRICT;
CREATE TABLE verdict_by_number (
    engine INTEGER NOT NULL REFERENCES engine, blob INTEGER NOT NULL REFERENCES blob (id),
    profile INTEGER NOT NULL REFERENCES profile (id), cell INTEGER NOT NULL REFERENCES cell,
    PRIMARY KEY (engine, blob, profile)
) STRICT, WITHOUT ROWID;
INSERT INTO engine (name) SELECT DISTINCT engine FROM verdict ORDER BY engine;
INSERT INTO cell (digest, document) SELECT digest(cell), cell FROM verdict GROUP BY cell;
INSERT INTO verdict_by_number SELECT e.id, b.id, p.id, c.id FROM verdict v JOIN engine e ON e.name = v.engine
    JOIN blob b ON b.digest = v.blob JOIN profile p ON p.digest = v.profile JOIN cell c ON c.digest = digest(v.cell);
DROP TABLE verdict;
ALTER TABLE verdict_by_number RENAME TO verdict;
-- The state in which every variant was judged, and every backport made.
ALTER TABLE model ADD COLUMN settled TEXT;
