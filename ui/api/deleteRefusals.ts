import { RefusalLog, refusalFilter, refusalIn } from '../model/deleteRefusal';
import { pathSegment } from './addresses';
import { requestList } from './client';

/**
 * Returns the record that blocked the last refused delete of this one. The server names it only in its log, a few
 * seconds later. Null if the log does not name it.
 */
export async function lastRefusal(
  recordId: string,
  signal: AbortSignal,
): Promise<{ collectionName: string; recordId: string } | null> {
  const filter = refusalFilter(pathSegment(recordId));
  const query = { filter, sort: '-rowid', page: '1', perPage: '1', skipTotal: '1' };
  const [log] = (await requestList('logs', RefusalLog, { query, signal })).items;
  return log ? refusalIn(log) : null;
}
