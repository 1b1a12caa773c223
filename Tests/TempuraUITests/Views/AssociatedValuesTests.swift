import Testing

@testable import TempuraUI

private nonisolated(unsafe) var key: UInt8 = 0
private nonisolated(unsafe) var other: UInt8 = 0

/// Values that extensions give to objects of UIKit.
@Suite struct AssociatedValuesTests {
  private final class Value {
    let onEnd: () -> Void
    init(onEnd: @escaping () -> Void) { self.onEnd = onEnd }
    deinit { onEnd() }
  }

  @Test func objectsHaveValuesByKeys() {
    func check(_ object: some AssociatingObject) {
      #expect(objc_getAssociatedObject(object, &key) == nil)
      objc_setAssociatedObject(object, &key, 1, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      objc_setAssociatedObject(object, &other, "a", .OBJC_ASSOCIATION_COPY_NONATOMIC)
      #expect(objc_getAssociatedObject(object, &key) as? Int == 1)
      objc_setAssociatedObject(object, &key, Int?.none, .OBJC_ASSOCIATION_RETAIN)
      #expect(objc_getAssociatedObject(object, &key) == nil)
      #expect(objc_getAssociatedObject(object, &other) as? String == "a")
      objc_removeAssociatedObjects(object)
      #expect(objc_getAssociatedObject(object, &other) == nil)
    }
    check(UIView())
    check(CALayer())
    check(UIViewController())
    check(UITapGestureRecognizer())
    check(UIBarButtonItem())
  }

  @Test func aValueLivesAsLongAsItsObject() {
    var ends = 0
    var view: UIView? = UIView()
    if let view {
      // What the end of a value does may reach the object.
      let first = Value { [unowned view] in
        ends += objc_getAssociatedObject(view, &key) == nil ? 0 : 1
      }
      objc_setAssociatedObject(view, &key, first, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }
    if let view { objc_setAssociatedObject(view, &key, Value { ends += 1 }, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
    #expect(ends == 1)
    view = nil
    #expect(ends == 2)
  }

  @Test func anAssignedValueIsNotRetained() {
    let view = UIView()
    var value: Value? = Value {}
    objc_setAssociatedObject(view, &key, value, .OBJC_ASSOCIATION_ASSIGN)
    #expect(objc_getAssociatedObject(view, &key) as? Value === value)
    value = nil
    #expect(objc_getAssociatedObject(view, &key) == nil)
  }
}
