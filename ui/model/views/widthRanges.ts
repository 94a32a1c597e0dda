/** The limits of a chosen width of a column, in CSS pixels at the default font size. */
export const columnWidthRange = { min: 48, max: 800 } as const;

/** The limits of the width of a page's sidebar, in CSS pixels. */
export const sidebarWidthRange = { min: 176, max: 416 } as const;
