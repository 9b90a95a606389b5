//! Models that lack no verdict and no backport are marked, until they, the profiles or the limits change.

use outlast_serve::service::{NewProfile, NewVersion, Service, Settings, Source, Use};
use outlast_serve::worker::{How, Limits};

use crate::server::{corpus, service};

fn unsettled(service: &Service) -> usize {
    service.unsettled().unwrap().1.len()
}

#[test]
fn models_that_lack_nothing_are_not_looked_at_again() {
    let folder = tempfile::tempdir().unwrap();
    let alone = service(folder.path());
    let digest = alone.add_file(&mut &corpus("torch/1.10.2/lite.ptl")[..]).unwrap();
    let publish = |label: &str| {
        let new = NewVersion { label: label.into(), variants: vec![digest] };
        assert!(alone.publish("lite", &new).unwrap());
        let changed = unsettled(&alone);
        alone.catch_up().unwrap();
        (changed, unsettled(&alone))
    };
    assert_eq!(publish("1"), (1, 0));
    // The backport changes the model once, and then it lacks nothing.
    let source = Source::Release("torch-1.6.0-lite".into());
    alone.register(&NewProfile { source, name: None, backports: true, alias: None }).unwrap();
    assert_eq!(alone.index("lite").unwrap().versions[0].variants.len(), 2);
    assert_eq!(unsettled(&alone), 0);
    assert_eq!(publish("2"), (1, 0));
    assert_eq!(alone.index("lite").unwrap().versions[1].variants.len(), 2);
    drop(alone);
    assert_eq!(unsettled(&service(folder.path())), 0);
    let limits = Limits { memory: 1 << 40, ..Limits::default() };
    let settings = Settings { worker: limits, ..Settings::default() };
    let higher = Service::open(folder.path(), How::Here, settings, Use::Alone).unwrap();
    assert_eq!(unsettled(&higher), 1);
}
