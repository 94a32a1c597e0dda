/** How a collection that goes, changes or comes is marked. */
export const changeBadges = {
  deleted: { kind: 'danger', text: 'Deleted' },
  changed: { kind: 'warning', text: 'Changed' },
  added: { kind: 'success', text: 'Added' },
} as const;
