"""Cases of curves over load: knee and saturation, scalability, scaling, and the model of an array."""

from __future__ import annotations

from storagelab.analysis import raid_model
from storagelab.analysis.cases.fields import CaseResult, Fields
from storagelab.analysis.knee import Shape, XScale, find_knee, find_saturation
from storagelab.analysis.scaling import judge_scaling
from storagelab.analysis.usl import fit_usl

_X_SCALES: tuple[XScale, ...] = ("log2", "linear")
_SHAPES: tuple[Shape, ...] = ("concave", "convex")


def evaluate_knee_case(case: Fields) -> CaseResult:
    """Find the saturation and the knee of the curve in a reference case.

    The case has `x`, `y`, `x_scale` and `shape`. The result has no saturation for a convex curve, and no `knee_x` for a
    curve without a knee.
    """
    x, y = case.numbers("x"), case.numbers("y")
    shape = case.choice("shape", _SHAPES)
    knee = find_knee(x, y, x_scale=case.choice("x_scale", _X_SCALES), shape=shape)
    result: dict[str, object] = {"difference_max": knee.difference_max, "knee_index": knee.index}
    if knee.index is not None:
        result["knee_x"] = x[knee.index]
    if shape == "concave":
        saturation = find_saturation(x, y)
        result["saturation95_index"] = saturation.saturation95_index
        result["peak_index"] = saturation.peak_index
        result["retrograde"] = saturation.retrograde
    return result


def evaluate_usl_case(case: Fields) -> CaseResult:
    """Fit the Universal Scalability Law to `throughput` over `n` of a reference case.

    Returns lambda, sigma, kappa, n_peak and asymptote.
    """
    fit = fit_usl(case.numbers("n"), case.numbers("throughput"))
    return {
        "lambda": fit.lambda_,
        "sigma": fit.sigma,
        "kappa": fit.kappa,
        "n_peak": fit.n_peak,
        "asymptote": fit.asymptote,
    }


def evaluate_scaling_case(case: Fields) -> CaseResult:
    """Judge how `iops` of a reference case scales with its `drives`.

    Returns efficiency, marginal_gain, ceiling_drives and ceiling_iops.
    """
    result = judge_scaling(case.numbers("drives"), case.numbers("iops"))
    return {
        "efficiency": result.efficiency,
        "marginal_gain": result.marginal_gain,
        "ceiling_drives": result.ceiling_count,
        "ceiling_iops": result.ceiling,
    }


def evaluate_raid_model_case(case: Fields) -> CaseResult:
    """Compute write penalty, classic and modelled IOPS of the RAID array in a reference case.

    The case has `level`, `drives`, `drive_read_iops` and `drive_write_iops` of one drive, and `write_fraction`.
    """
    costs = raid_model.get_back_end(case.choice("level", raid_model.LEVELS))
    drives, write_fraction = case.whole("drives"), case.read_known_number("write_fraction")
    read_iops, write_iops = case.number("drive_read_iops"), case.number("drive_write_iops")
    model = raid_model.compute_model_iops(
        drives, write_fraction, costs, drive_read_iops=read_iops, drive_write_iops=write_iops
    )
    # One figure per drive describes drives that read and write differently under pure writes only.
    classic = None
    if write_fraction == 1 and write_iops is not None:
        classic = raid_model.compute_classic_iops(drives, write_iops, write_fraction, costs.write_penalty)
    return {"write_penalty": costs.write_penalty, "classic_iops": classic, "model_iops": model}


def evaluate_raid_reference_case(case: Fields) -> CaseResult:
    """Compare an array's IOPS in a reference case with the IOPS of its drives without RAID.

    The case has the IOPS of the array, `optimal` and during a `rebuild`, and those of the same drives without RAID on
    the same controllers (`jbod_same_cards`). Returns efficiency_vs_jbod, effective_penalty and rebuild_loss_pct.
    """
    optimal, reference = case.number("optimal"), case.number("jbod_same_cards")
    return {
        "efficiency_vs_jbod": raid_model.compute_efficiency(optimal, reference),
        "effective_penalty": raid_model.compute_effective_penalty(optimal, reference),
        "rebuild_loss_pct": raid_model.rebuild_loss_pct(optimal, case.number("rebuild")),
    }
