"""The sets of PyTorch files that no rule was made from: which groups of models each has, and which models have further forms.

For `unseen_set.py`, which any Python runs, and `unseen.py`, which each release runs: no torch here. A group is a module beside this file.
"""


class Set:
    """`about` is for readers. `groups` are modules. `extra` are `_extra_files` by model; `raising` are models that are meant to raise.

    `forms` are further forms: (extension, form of `models.py`, from which release on, which models).
    """

    def __init__(self, about, groups, forms, extra, raising):
        self.about, self.groups, self.forms, self.extra, self.raising = about, groups, forms, extra, raising


def modules(prefix, names):
    return [prefix + name for name in names.split()]


SETS = {
    "2026-11-applications": Set(
        "models of kinds that the other set does not have (vision, audio, sequences, text, numerics, training, structures, quantised), written by "
        "1.6.0, 1.10.2, 1.13.1, 2.1.2 and 2.15.0 in every form that each has.",
        modules("applications_", "vision audio sequences text numerics training structures quantised"),
        [
            (".v5.ptl", "lite", (1, 10), "unet anchor_head wavenet rotary_attention kalman service_methods quantised_depthwise labelled_classifier crf_viterbi mixture_of_experts".split()),
            (".dynamic.pt2", "export", (2, 1), "unet squeeze_excite rotary_attention conformer nerf_rays real_nvp mixture_of_experts_dense recommender".split()),
            (".core.pt2", "export", (2, 2), "unet squeeze_excite conformer wavenet patches swin_windows recommender capsules gaussian_process running_statistics".split()),
        ],
        {
            "labelled_classifier": {"labels.txt": "cat\ndog\nbird\n", "meta/config.json": '{"size": 8, "mean": [0.5]}'},
            "streaming_convolution": {"version": "2"},
            "sequence_labels": {"tags.txt": "O B I", "empty": ""},
        },
        ["checks", "calculator", "kv_cache"],
    ),
    "2026-11-products": Set(
        "models as they are built into products (documents, cameras, detection, speech, text, formats, ranking, sensors, control, language models, generators, "
        "layers, packaging, states, quantised), written by 1.6.0, 1.10.2, 1.13.1, 2.1.2 and 2.15.0 in every form that each has, some frozen or optimised for "
        "mobile before they were saved.",
        modules("products_", "documents camera detection speech text formats ranking sensors control language generators layers packaging states quantised"),
        [
            (".v5.ptl", "lite", (1, 10), "grid_detector transducer_greedy keyword_stream cross_network many_tasks cloth translator adapters recurrences paddings shared_storage quantised_speech document_search line_reader".split()),
            (".frozen.pt", "script", (1, 7), "centre_peaks line_reader speaker_voice cross_network many_tasks style_generator dense_block fused_branches modern_block wide_tree deep_containers quantised_video quantised_text retention".split()),
            (".frozen.ptl", "lite", (1, 7), "grid_detector keyword_stream boosted_trees denoiser exchanged_branches mixed_precision edge_constants quantised_leaky".split()),
            (".inference.pt", "script", (1, 10), "line_reader portrait centre_peaks speaker_voice denoiser dense_block fused_branches recurrent_convolution all_doubles".split()),
            (".mobile.ptl", "lite", (1, 6), "raw_developer portrait centre_peaks grid_detector line_reader wake_word speaker_voice keyword_stream dense_block fused_branches edge_filters labelled_products recurrences quantised_mobile_trained".split()),
            (".mobile.ff.ptl", "flatbuffer", (1, 13), "portrait centre_peaks keyword_stream dense_block spoken_durations labelled_products interest".split()),
            (".dynamic.pt2", "export", (2, 1), "dense_block many_tasks fused_branches field_factors speaker_voice time_mixing sloped_window modern_block all_doubles retention cepstra".split()),
            (".core.pt2", "export", (2, 2), "portrait tone_mapping cross_network recurrent_convolution denoiser style_generator invertible_picture paddings norm_kinds poolings lane_fit time_mixing".split()),
            (".strict.pt2", "export", (2, 2), "flow_warp edge_filters centre_peaks boosted_trees expert_choice time_mixing cloth block_compression implicit_picture rare_activations mixed_precision shared_storage".split()),
        ],
        {
            "labelled_products": {"labels.csv": "id;name\n0;Äpfel\n1;ナシ\n", "config.yaml": "threshold: 0.5\n", "deep/er/blank": ""},
            "keyword_stream": {"words.json": '["yes", "no"]'},
            "hand_gestures": {"extra": "x" * 3000},
        },
        ["csv_to_json", "guarded_contexts", "customer_quota"],
    ),
    "2026-11-deliveries": Set(
        "models as teams handed them over between 2019 and 2026 and never wrote again (pictures, waves, matrices, procedures, learning, clouds of points, bytes), with the "
        "operators and idioms of their year, written by 1.6.0, 1.10.2, 1.13.1, 2.1.2 and 2.15.0 in every form that each has.",
        modules("deliveries_", "pictures waves matrices procedures learning clouds bytes"),
        [
            (".v5.ptl", "lite", (1, 10), "outliers page_ranks count_sketch quantised_search".split()),
            (".frozen.pt", "script", (1, 7), "set_detector large_transfer learned_steps".split()),
            (".mobile.ptl", "lite", (1, 7), "photo_enlarger penalties".split()),
            (".dynamic.pt2", "export", (2, 1), "large_transfer densities outliers".split()),
            (".core.pt2", "export", (2, 2), "penalties wiener_deblur superposition".split()),
        ],
        {},
        [],
    ),
    "2026-11-workshop": Set(
        "models as engineering teams wrote them between 2019 and 2026 (finance, molecules, earth, colour, robots, networks, plant), with the "
        "idioms of their year, written by 1.6.0, 1.10.2, 1.13.1, 2.1.2 and 2.15.0 in every form that each has.",
        modules("workshop_", "finance molecules earth colour robots networks plant"),
        [
            (".v5.ptl", "lite", (1, 10), "calibration_matrices board_of_stones profile_model row_filters score_card colour_cube".split()),
            (".frozen.pt", "script", (1, 7), "molecule_net wind_grid structural_similarity running_attention hashed_tables tides arm_kinematics parts_on_a_belt".split()),
            (".mobile.ptl", "lite", (1, 7), "molecule_net structural_similarity spline_network bearings running_attention".split()),
            (".dynamic.pt2", "export", (2, 1), "structural_similarity geocentric_axes masked_autoregression running_attention bearings spline_network".split()),
            (".core.pt2", "export", (2, 2), "structural_similarity implied_volatility wind_grid pulse_radar running_attention colour_difference parts_on_a_belt plant_tables".split()),
        ],
        {},
        ["american_lattice", "line_notation", "growing_dictionary"],
    ),
}
