//! What the caller brings: four parts that touch the browser, as traits, as closures, or as futures.

use std::future::Future;
use std::sync::Arc;

use crate::tree::Snapshot;

/// An error of the caller's own making.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Looks at the page again.
pub trait SnapshotRefresher {
    /// Refreshes what is known of a tab's page.
    ///
    /// # Errors
    /// The caller's own.
    fn refresh(&mut self, tab: &str) -> Result<(), BoxError>;
}

/// Describes the page as it is known now.
pub trait DescriptorBuilder {
    /// The snapshot of a tab's page; from descriptors by
    /// [`snapshot_from_descriptors`](crate::find::snapshot_from_descriptors).
    ///
    /// # Errors
    /// The caller's own.
    fn describe(&mut self, tab: &str) -> Result<Arc<Snapshot>, BoxError>;
}

/// Turns a ref of the described page into what actions need.
pub trait NodeResolver {
    /// A node as the caller's browser knows it.
    type Node;

    /// The node that a ref means.
    ///
    /// # Errors
    /// The caller's own.
    fn resolve(&mut self, tab: &str, reference: &str) -> Result<Self::Node, BoxError>;
}

/// Does the action.
pub trait ActionExecutor<Node> {
    /// Does `action` on a node.
    ///
    /// # Errors
    /// The caller's own; its message is classified to decide whether another try is safe.
    fn act(&mut self, tab: &str, action: &str, node: Node) -> Result<(), BoxError>;
}

/// All four parts in one.
pub trait Driver:
    SnapshotRefresher + DescriptorBuilder + NodeResolver + ActionExecutor<<Self as NodeResolver>::Node>
{
}

impl<T> Driver for T where
    T: SnapshotRefresher + DescriptorBuilder + NodeResolver + ActionExecutor<<T as NodeResolver>::Node>
{
}

type Refresh<'a> = Box<dyn FnMut(&str) -> Result<(), BoxError> + 'a>;
type Describe<'a> = Box<dyn FnMut(&str) -> Result<Arc<Snapshot>, BoxError> + 'a>;
type Resolve<'a, Node> = Box<dyn FnMut(&str, &str) -> Result<Node, BoxError> + 'a>;
type Act<'a, Node> = Box<dyn FnMut(&str, &str, Node) -> Result<(), BoxError> + 'a>;

/// A [`Driver`] made of four closures.
pub struct Parts<'a, Node> {
    refresh: Refresh<'a>,
    describe: Describe<'a>,
    resolve: Resolve<'a, Node>,
    act: Act<'a, Node>,
}

impl<'a, Node> Parts<'a, Node> {
    /// A driver that refreshes a tab, describes its page, resolves a ref of that page, and does an action on a node.
    pub fn new(
        refresh: impl FnMut(&str) -> Result<(), BoxError> + 'a,
        describe: impl FnMut(&str) -> Result<Arc<Snapshot>, BoxError> + 'a,
        resolve: impl FnMut(&str, &str) -> Result<Node, BoxError> + 'a,
        act: impl FnMut(&str, &str, Node) -> Result<(), BoxError> + 'a,
    ) -> Self {
        Parts {
            refresh: Box::new(refresh),
            describe: Box::new(describe),
            resolve: Box::new(resolve),
            act: Box::new(act),
        }
    }
}

impl<Node> SnapshotRefresher for Parts<'_, Node> {
    fn refresh(&mut self, tab: &str) -> Result<(), BoxError> {
        (self.refresh)(tab)
    }
}

impl<Node> DescriptorBuilder for Parts<'_, Node> {
    fn describe(&mut self, tab: &str) -> Result<Arc<Snapshot>, BoxError> {
        (self.describe)(tab)
    }
}

impl<Node> NodeResolver for Parts<'_, Node> {
    type Node = Node;

    fn resolve(&mut self, tab: &str, reference: &str) -> Result<Node, BoxError> {
        (self.resolve)(tab, reference)
    }
}

impl<Node> ActionExecutor<Node> for Parts<'_, Node> {
    fn act(&mut self, tab: &str, action: &str, node: Node) -> Result<(), BoxError> {
        (self.act)(tab, action, node)
    }
}

/// The four parts with futures.
pub trait AsyncDriver {
    /// A node as the caller's browser knows it.
    type Node;

    /// As [`SnapshotRefresher::refresh`].
    fn refresh(&mut self, tab: &str) -> impl Future<Output = Result<(), BoxError>>;

    /// As [`DescriptorBuilder::describe`].
    fn describe(&mut self, tab: &str) -> impl Future<Output = Result<Arc<Snapshot>, BoxError>>;

    /// As [`NodeResolver::resolve`].
    fn resolve(&mut self, tab: &str, reference: &str) -> impl Future<Output = Result<Self::Node, BoxError>>;

    /// As [`ActionExecutor::act`].
    fn act(
        &mut self,
        tab: &str,
        action: &str,
        node: Self::Node,
    ) -> impl Future<Output = Result<(), BoxError>>;
}

/// A [`Driver`] as one with futures, each of which is ready at once.
pub(super) struct Blocking<'d, D>(pub &'d mut D);

impl<D: Driver> AsyncDriver for Blocking<'_, D> {
    type Node = D::Node;

    async fn refresh(&mut self, tab: &str) -> Result<(), BoxError> {
        self.0.refresh(tab)
    }

    async fn describe(&mut self, tab: &str) -> Result<Arc<Snapshot>, BoxError> {
        self.0.describe(tab)
    }

    async fn resolve(&mut self, tab: &str, reference: &str) -> Result<D::Node, BoxError> {
        self.0.resolve(tab, reference)
    }

    async fn act(&mut self, tab: &str, action: &str, node: D::Node) -> Result<(), BoxError> {
        self.0.act(tab, action, node)
    }
}
