//! Slots of the tables, as the schema numbers them; a test compares.

macro_rules! slots {
    ($($name:ident = $table:literal . $field:literal, $slot:literal;)*) => {
        $(pub(super) const $name: u16 = $slot;)*

        /// All of them: table, field, slot.
        #[cfg(test)]
        pub(super) const ALL: &[(&str, &str, u16)] = &[$(($table, $field, $slot)),*];
    };
}

slots! {
    MODULE_BYTECODE_VERSION = "Module"."bytecode_version", 0;
    MODULE_EXTRA_FILES = "Module"."extra_files", 1;
    MODULE_METHODS = "Module"."methods", 2;
    MODULE_STATE = "Module"."state_obj", 3;
    MODULE_IVALUES = "Module"."ivalues", 4;
    MODULE_STORAGE_DATA_SIZE = "Module"."storage_data_size", 5;
    MODULE_STORAGE_DATA = "Module"."storage_data", 6;
    MODULE_OBJECT_TYPES = "Module"."object_types", 7;
    MODULE_JIT_SOURCES = "Module"."jit_sources", 8;
    MODULE_JIT_CONSTANTS = "Module"."jit_constants", 9;
    MODULE_OPERATOR_VERSION = "Module"."operator_version", 10;
    MODULE_MOBILE_IVALUES = "Module"."mobile_ivalue_size", 11;
    IVALUE_KIND = "IValue"."val_type", 0;
    IVALUE = "IValue"."val", 1;
    FUNCTION_NAME = "Function"."qn", 0;
    FUNCTION_INSTRUCTIONS = "Function"."instructions", 1;
    FUNCTION_OPERATORS = "Function"."operators", 2;
    FUNCTION_CONSTANTS = "Function"."constants", 3;
    FUNCTION_TYPES = "Function"."type_annotations", 4;
    FUNCTION_REGISTERS = "Function"."register_size", 5;
    FUNCTION_SCHEMA = "Function"."schema", 6;
    FUNCTION_DEBUG = "Function"."debug_info", 7;
    FUNCTION_CLASS = "Function"."class_type", 8;
    OPERATOR_NAME = "Operator"."name", 0;
    OPERATOR_OVERLOAD = "Operator"."overload_name", 1;
    OPERATOR_ARGUMENTS = "Operator"."num_args_serialized", 2;
    SCHEMA_ARGUMENTS = "Schema"."arguments", 0;
    SCHEMA_RETURNS = "Schema"."returns", 1;
    ARG_NAME = "Arg"."name", 0;
    ARG_TYPE = "Arg"."type", 1;
    ARG_DEFAULT = "Arg"."default_value", 2;
    DEBUG_HANDLES = "DebugInfo"."debug_handle", 0;
    TENSOR_STORAGE = "TensorMetadata"."storage_location_index", 0;
    TENSOR_TYPE = "TensorMetadata"."scalar_type", 1;
    TENSOR_OFFSET = "TensorMetadata"."storage_offset", 2;
    TENSOR_SIZES = "TensorMetadata"."sizes", 3;
    TENSOR_STRIDES = "TensorMetadata"."strides", 4;
    TENSOR_REQUIRES_GRAD = "TensorMetadata"."requires_grad", 5;
    TENSOR_QUANTISER = "TensorMetadata"."quantized_schema", 6;
    QUANTISER_SCHEME = "QuantizedSchema"."qscheme", 0;
    QUANTISER_SCALE = "QuantizedSchema"."scale", 1;
    QUANTISER_ZERO_POINT = "QuantizedSchema"."zero_point", 2;
    QUANTISER_SCALES = "QuantizedSchema"."scales", 3;
    QUANTISER_ZERO_POINTS = "QuantizedSchema"."zero_points", 4;
    QUANTISER_AXIS = "QuantizedSchema"."axis", 5;
    STRING_DATA = "String"."data", 0;
    DEVICE_NAME = "Device"."str", 0;
    LIST_ITEMS = "List"."items", 0;
    LIST_TYPE = "List"."annotation_str", 1;
    TUPLE_ITEMS = "Tuple"."items", 0;
    DICT_KEYS = "Dict"."keys", 0;
    DICT_VALUES = "Dict"."values", 1;
    DICT_TYPE = "Dict"."annotation_str", 2;
    NUMBERS = "IntList"."items", 0;
    OBJECT_TYPE = "Object"."type_index", 0;
    OBJECT_STATE = "Object"."state", 1;
    OBJECT_ATTRIBUTES = "Object"."attrs", 2;
    OBJECT_SETSTATE = "Object"."setstate_func", 3;
    ENUM_TYPE = "EnumValue"."type_name", 0;
    ENUM_VALUE = "EnumValue"."value", 1;
    CLASS_NAME = "ObjectType"."type_name", 0;
    CLASS_KIND = "ObjectType"."type", 1;
    CLASS_ATTRIBUTES = "ObjectType"."attr_names", 2;
    STORAGE = "StorageData"."data", 0;
    FILE_NAME = "ExtraFile"."name", 0;
    FILE_CONTENT = "ExtraFile"."content", 1;
}

/// The members of the union of values, from 1.
#[cfg(test)]
pub(super) const KINDS: [&str; 16] = [
    "Int",
    "Bool",
    "Double",
    "ComplexDouble",
    "TensorMetadata",
    "String",
    "List",
    "Tuple",
    "Dict",
    "Object",
    "IntList",
    "DoubleList",
    "BoolList",
    "Device",
    "EnumValue",
    "Function",
];
