// An operation of upstream's test dialect with properties that are no attributes: two numbers, the second since version 2 of the dialect.
module {
  func.func @numbers() {
    "test.with_versioned_properties"() <{prop = {value1 = 1 : i32, value2 = 0 : i32}}> : () -> ()
    "test.with_versioned_properties"() <{prop = {value1 = 70000 : i32, value2 = 0 : i32}}> {test.x = !test.i32} : () -> ()
    "test.with_versioned_properties"() <{prop = {value1 = 1 : i32, value2 = 0 : i32}}> {test.y = #test.attr_params<3, 4>} : () -> ()
    "test.versionedA"() <{dims = 5 : i64, modifier = false}> : () -> ()
    return
  }
}
