struct Oops: Error, Equatable {
  var number = 0
}
