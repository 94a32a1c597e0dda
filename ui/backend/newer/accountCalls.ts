import { ExternalAuth } from '../../model/authProviders';
import { pathSegment } from '../addresses';
import { request, requestList } from '../client';

const path = 'collections/_externalAuths/records';

/** Lists the linked accounts of a user: records of a collection on a newer server. */
export async function listLinks(
  collectionId: string,
  id: string,
  signal?: AbortSignal,
): Promise<ExternalAuth[]> {
  const filter = `collectionRef=${JSON.stringify(collectionId)}&&recordRef=${JSON.stringify(id)}`;
  const query = { perPage: '500', skipTotal: '1', filter };
  return (await requestList(path, ExternalAuth, { query, signal })).items;
}

export async function removeLink(collectionId: string, id: string, provider: string): Promise<void> {
  const links = await listLinks(collectionId, id);
  const link = links.find((one) => one.provider === provider);
  if (link) await request('DELETE', `${path}/${pathSegment(link.id)}`);
}
