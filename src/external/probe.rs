//! stub
use super::log::ConversationLog;
use super::patience::Patience;
use super::spec::{Identity, UciSpec};
use crate::search::stop::StopSignal;
use std::sync::Arc;
/// stub
pub fn probe(
    _s: &UciSpec,
    _p: Patience,
    _l: &Arc<ConversationLog>,
    _t: &StopSignal,
) -> Result<Identity, String> {
    Err("not yet".into())
}
