/** The key of the records that this admin opened. Separate from recentRecords.ts, because log-out needs only this. */
export const recentKey = (adminId: string) => `lowlineRecentRecords_${adminId}`;
