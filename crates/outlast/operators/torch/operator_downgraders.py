# What operators of newer releases of PyTorch do, in code for the release before they changed: see operator_versions.yaml.

def RaiseException_111_back(msg: str, cls: Optional[str]=None) -> None:
  ops.prim.RaiseException(msg)
