//! Values that are kept in egui's memory from frame to frame. egui's `FrameCache` does not fit: it computes without the
//! model, and drops a value that no panel asks for in a frame, so that a tab behind another would compute it again.

use eframe::egui::{Context, Id};

/// A value computed once for each key. The key has everything that the value depends on; that of texts has the language.
pub(crate) fn once<K, T>(ctx: &Context, id: Id, key: K, make: impl FnOnce() -> T) -> T
where
    K: Clone + PartialEq + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
{
    let known = ctx.data(|data| data.get_temp::<(K, T)>(id)).filter(|(of, _)| *of == key);
    if let Some((_, value)) = known {
        return value;
    }
    let value = make();
    ctx.data_mut(|data| data.insert_temp(id, (key, value.clone())));
    value
}

/// Calls `show` with a value kept from frame to frame. Only the context's data holds it between frames, so a copy of the
/// data, with which an export draws on a thread of its own, has its own copy.
pub(crate) fn with_kept<T: Clone + Default + Send + Sync + 'static, R>(
    ctx: &Context,
    id: Id,
    show: impl FnOnce(&mut T) -> R,
) -> R {
    let mut kept: T = ctx.data_mut(|data| data.remove_temp(id)).unwrap_or_default();
    let shown = show(&mut kept);
    ctx.data_mut(|data| data.insert_temp(id, kept));
    shown
}
