/** The limits of the width of a page's sidebar, in CSS pixels. */
export const sidebarWidthRange = { min: 176, max: 416 } as const;
