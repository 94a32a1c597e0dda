/** The styles of a code editor; sizes and font come from the frame around it. */
export const codeLook = {
  '&': { flex: '1 1 auto', minWidth: '0', width: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    maxHeight: 'calc(var(--code-max) - 2px)',
    fontFamily: 'inherit',
    lineHeight: 'inherit',
    scrollbarWidth: 'var(--code-scrollbar)',
  },
  '.cm-content': {
    minHeight: 'calc(var(--code-min) - 2px)',
    padding: 'var(--code-pad) 0',
    caretColor: 'var(--text)',
  },
  '.cm-line': { padding: '0 var(--code-side)' },
  '.cm-placeholder': { color: 'var(--text-subtle)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  // This selector has the same specificity as the library's own for a focused editor.
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--text-selection)',
    forcedColorAdjust: 'none',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--fill-active)' },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    color: 'var(--danger-text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete': {
    zIndex: 'var(--z-dropdown)',
    padding: 'var(--space-1)',
    border: '1px solid transparent',
    borderRadius: 'var(--radius-lg)',
    backgroundColor: 'var(--surface-popover)',
    backgroundClip: 'padding-box',
    boxShadow: 'var(--shadow-popover)',
    color: 'var(--text)',
  },
  // Below the frame of a single-line input, not over it.
  '.cm-tooltip.cm-tooltip-autocomplete.cm-tooltip-below': { marginTop: '0.3125rem' },
  '.cm-tooltip.cm-tooltip-autocomplete.cm-tooltip-above': { marginTop: '-0.3125rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: '12rem',
    maxWidth: 'min(36rem, 95vw)',
    maxHeight: '15rem',
    fontFamily: 'inherit',
    scrollbarWidth: 'thin',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: 'var(--space-1) var(--space-2)',
    borderRadius: 'var(--radius-sm)',
    lineHeight: 'var(--line-sm)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    outline: '1px solid transparent',
    outlineOffset: '-1px',
    backgroundColor: 'var(--accent-tint)',
    color: 'var(--accent-tint-text)',
  },
  '.cm-tooltip-autocomplete-disabled.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--fill)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': { marginLeft: 'var(--space-2)', color: 'var(--text-subtle)', fontStyle: 'normal' },
  'li[aria-selected] > .cm-completionDetail': { color: 'inherit' },
  // The characters that match the typed ones.
  '.cm-completionMatchedText': { fontWeight: 600, textDecoration: 'underline' },
};
