package dev.alfred.local.forge.page;

import dev.alfred.local.forge.model.Label;

/** A label with a text colour that can be read on it. */
public record LabelTag(String name, String color, String ink) {

    private static final int LIGHT = 140;

    static LabelTag of(Label label) {
        int rgb = Integer.parseInt(label.color(), 16);
        int brightness = (((rgb >> 16) & 255) * 299 + ((rgb >> 8) & 255) * 587 + (rgb & 255) * 114) / 1000;
        return new LabelTag(label.name(), label.color(), brightness > LIGHT ? "111" : "fff");
    }
}
