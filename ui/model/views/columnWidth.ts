/** The limits of a chosen width of a column, in CSS pixels at the default font size. */
export const columnWidthRange = { min: 48, max: 800 } as const;
