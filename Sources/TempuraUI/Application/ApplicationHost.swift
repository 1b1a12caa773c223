package import Hydra

/// An app instance that has an application of its own.
package protocol ApplicationHost: MainExecutor {
  var application: UIApplication { get }
}
