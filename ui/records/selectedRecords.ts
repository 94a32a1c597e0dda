import { readByIds, sourceText } from '../backend/recordPages';
import { utcStamp } from '../base/dates';
import { downloadText } from '../base/download';
import { indentJson } from '../base/jsonText';
import { countOf } from '../base/text';
import type { Collection } from '../model/collection';
import type { ListedRecord } from '../model/record';
import { copyWithMessage } from '../page/copyWithMessage';
import type { PagedList } from '../page/pagedList';
import { report } from '../page/report';
import * as toasts from '../page/toasts';

type Rows = Pick<PagedList<ListedRecord, never>, 'state'>;

function selectedIds({ state }: Rows): string[] {
  return state.items.filter(({ id }) => state.selected.has(id)).map(({ id }) => id);
}

export async function copySelectedIds(list: Rows): Promise<void> {
  await copyWithMessage(selectedIds(list).join('\n'), 'the ids');
}

/** Reads the records again, because the rows of a list are cut. */
export async function downloadSelected(collection: Collection, list: Rows): Promise<void> {
  const ids = selectedIds(list);
  try {
    const found = await readByIds(collection.id, ids, { fields: null });
    const name = `${found.length}_${collection.name}_${utcStamp(new Date())}.json`;
    downloadText(name, indentJson(`[${found.map(sourceText).join(',')}]`), 'application/json');
    const lost = ids.length - found.length;
    if (lost > 0)
      toasts.warning(
        `${lost} of ${countOf(ids.length, 'record')} ${lost === 1 ? 'is' : 'are'} not in the file: deleted meanwhile.`,
      );
  } catch (error) {
    report(error);
  }
}
