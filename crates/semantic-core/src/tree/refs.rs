//! Resolving refs: the snapshot's own (`e4`) and ours (`s_4`), failing closed.

use super::{Node, NodeId, Snapshot};

/// Why a ref names no single node.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RefError {
    /// No node has this ref.
    #[error("ref {0:?} is not in this snapshot: take a ref from a fresh listing, never guess")]
    Unknown(String),
    /// The same own ref stands on several nodes.
    #[error("ref {0:?} stands on {1} nodes of this snapshot: use one of {2}")]
    Duplicate(String, usize, String),
    /// The string is one node's own ref and another node's number.
    #[error("ref {0:?} is the own ref of {1} and the number of another node: say own:{0} or s:{0}")]
    TwoReadings(String, NodeId),
}

impl Snapshot {
    /// The one node that `reference` means: its own ref, or its number as `s_N`. `own:…` and `s:…` choose
    /// between the readings.
    pub fn resolve(&self, reference: &str) -> Result<Node<'_>, RefError> {
        if let Some(own) = reference.strip_prefix("own:") {
            return self.by_own_ref(own)?.ok_or_else(|| RefError::Unknown(reference.to_owned()));
        }
        if let Some(number) = reference.strip_prefix("s:") {
            return self.by_number(number).ok_or_else(|| RefError::Unknown(reference.to_owned()));
        }
        match (self.by_own_ref(reference)?, self.by_number(reference)) {
            (Some(own), Some(numbered)) if own.id() != numbered.id() => {
                Err(RefError::TwoReadings(reference.to_owned(), own.id()))
            }
            (Some(node), _) | (None, Some(node)) => Ok(node),
            (None, None) => Err(RefError::Unknown(reference.to_owned())),
        }
    }

    fn by_own_ref(&self, own: &str) -> Result<Option<Node<'_>>, RefError> {
        let Some(sym) = self.text.lookup(own) else { return Ok(None) };
        let mut found = self.nodes().filter(|n| self.nodes[n.id().index()].own_ref == Some(sym));
        let first = found.next();
        let others: Vec<_> = found.map(|n| n.id().to_string()).collect();
        match first {
            Some(first) if !others.is_empty() => {
                let mut all = vec![first.id().to_string()];
                all.extend(others.iter().take(4).cloned());
                let more = if others.len() > 4 { ", …" } else { "" };
                Err(RefError::Duplicate(own.to_owned(), others.len() + 1, all.join(", ") + more))
            }
            first => Ok(first),
        }
    }

    fn by_number(&self, text: &str) -> Option<Node<'_>> {
        let digits = text.strip_prefix("s_")?;
        let canonical =
            digits == "0" || (digits.starts_with(|c: char| c.is_ascii_digit()) && !digits.starts_with('0'));
        let index: u32 = digits.parse().ok().filter(|_| canonical)?;
        self.node(NodeId(index))
    }
}

#[cfg(test)]
mod tests {
    use crate::tree::{RefError, Role, SnapshotBuilder};

    #[test]
    fn refs_fail_closed() {
        let mut b = SnapshotBuilder::new();
        for own in ["e1", "s_0", "e2", "e2"] {
            b.open(Role::Button);
            b.set_own_ref(own);
            b.close();
        }
        let page = b.finish();
        assert_eq!(page.resolve("e1").expect("own ref").id().index(), 0);
        assert_eq!(page.resolve("s_2").expect("number").id().index(), 2);
        assert!(matches!(page.resolve("s_0"), Err(RefError::TwoReadings(..))));
        assert_eq!(page.resolve("own:s_0").expect("chosen").id().index(), 1);
        assert_eq!(page.resolve("s:s_0").expect("chosen").id().index(), 0);
        assert!(matches!(page.resolve("e2"), Err(RefError::Duplicate(_, 2, _))));
        for bad in ["s_4", "s_01", "s_+1", "s_", "", "e9", "s_99999999999"] {
            assert!(matches!(page.resolve(bad), Err(RefError::Unknown(_))), "{bad}");
        }
    }
}
