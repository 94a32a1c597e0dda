import { proxy } from 'valtio/vanilla';
import * as files from '../../api/files';
import * as records from '../../api/records';
import { isProtected } from '../../model/field';
import { endingOf, fileKind } from '../../model/file';
import * as collections from '../../state/collections';
import * as fileToken from '../../state/fileToken';
import type { Panels } from '../../state/panels';
import { report } from '../../state/report';
import { needsToken } from './needsToken';

/** How a file is shown: `other` only by what it is called and how large it is. */
export type FileView = 'image' | 'audio' | 'video' | 'pdf' | 'other';

export interface FilePreviewState {
  /** Opens the file now; '' until it is known. */
  address: string;
  /** Of a file that is not shown itself; null while unknown. */
  bytes: number | null;
  isFailed: boolean;
}

export interface FilePreview {
  name: string;
  view: FileView;
  state: FilePreviewState;
  open(): Promise<void>;
  /** The browser could not show it. */
  fail(): void;
  /** Where the file is, with a token that is still good for a while; '' when none can be had. */
  freshAddress(options?: { isDownload?: boolean }): Promise<string>;
}

export function viewOf(name: string, hasPdfViewer: boolean): FileView {
  const kind = fileKind(name);
  if (kind === 'image' || kind === 'audio' || kind === 'video') return kind;
  return hasPdfViewer && endingOf(name) === 'pdf' ? 'pdf' : 'other';
}

export function createFilePreview(takes: Panels['filePreview']['takes']): FilePreview {
  const { name } = takes;
  const view = viewOf(name, navigator.pdfViewerEnabled);
  const state = proxy<FilePreviewState>({ address: '', bytes: null, isFailed: false });

  let isLocked: Promise<boolean> | null = null;

  async function freshAddress({ isDownload = false } = {}): Promise<string> {
    try {
      isLocked ??= findLock(takes);
      const token = (await isLocked) ? await fileToken.get() : undefined;
      const address = new URL(files.fileAddress({ ...takes, token }));
      if (isDownload) address.searchParams.set('download', '1');
      return address.href;
    } catch (error) {
      isLocked = null;
      report(error);
      return '';
    }
  }

  return {
    name,
    view,
    state,
    freshAddress,
    async open() {
      const address = await freshAddress();
      // Neither a frame nor a name tells that there is no file.
      const isSilent = view === 'pdf' || view === 'other';
      const head = isSilent && address !== '' ? await files.headOf(address) : null;
      const isFailed = address === '' || (isSilent && !head);
      Object.assign(state, { address, bytes: head?.bytes ?? null, isFailed });
    },
    fail() {
      state.isFailed = true;
    },
  };
}

/** Whether the file needs a token. Where some of the collection's files do, its record tells which field it is in. */
async function findLock({ collectionId, recordId, name }: Panels['filePreview']['takes']): Promise<boolean> {
  const collection = collections.find(collectionId);
  const fields = collection?.schema.filter(({ type }) => type === 'file') ?? [];
  if (!collection || fields.every(isProtected)) return true;
  if (!fields.some(isProtected)) return false;
  const names = ['id', ...fields.map((field) => field.name)].join(',');
  const [record] = await records.listByIds(collectionId, [recordId], { fields: names });
  // A server that does not mind a token in vain is asked with one where nothing is known.
  return record === undefined || needsToken(record, name, collection);
}
