import { proxy } from 'valtio/vanilla';
import * as files from '../../backend/files';
import { readByIds, toListed } from '../../backend/recordPages';
import { endingOf, fileKind, needsToken } from '../../model/file';
import { holdsFiles, isProtected } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import type { Panels } from '../../page/panels';
import { report } from '../../page/report';
import * as fileToken from '../../page/session/fileToken';

declare module '../../page/panels' {
  interface Panels {
    filePreview: { takes: { collectionId: string; recordId: string; name: string }; answers: null };
  }
}

/** The way to show a file: `other` shows only its name and size. */
export type FileView = 'image' | 'audio' | 'video' | 'pdf' | 'other';

export interface FilePreviewState {
  /** The URL for the preview; '' until it is known. */
  address: string;
  /** The size of a file of the view `pdf` or `other`; null while unknown. */
  bytes: number | null;
  isFailed: boolean;
}

export type FilePreview = ReturnType<typeof createFilePreview>;

export function viewOf(name: string, hasPdfViewer: boolean): FileView {
  const kind = fileKind(name);
  if (kind === 'image' || kind === 'audio' || kind === 'video') return kind;
  return hasPdfViewer && endingOf(name) === 'pdf' ? 'pdf' : 'other';
}

export function createFilePreview(takes: Panels['filePreview']['takes']) {
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
    /** Returns the URL with a token that is still valid for a while; '' if there is no token. */
    freshAddress,
    async open() {
      const address = await freshAddress();
      // A PDF frame and a plain name show no error for a missing file, so read its size.
      const isSilent = view === 'pdf' || view === 'other';
      const size = isSilent && address !== '' ? await files.readSize(address) : null;
      const isFailed = address === '' || (isSilent && !size);
      Object.assign(state, { address, bytes: size?.bytes ?? null, isFailed });
    },
    /** The browser could not show the file. */
    fail() {
      state.isFailed = true;
    },
  };
}

/** True if the file needs a token. If only some file fields are protected, the record shows which field has it. */
async function findLock({ collectionId, recordId, name }: Panels['filePreview']['takes']): Promise<boolean> {
  const collection = collections.find(collectionId);
  const fields = collection?.schema.filter(holdsFiles) ?? [];
  if (!collection || fields.every(isProtected)) return true;
  if (!fields.some(isProtected)) return false;
  const names = ['id', ...fields.map((field) => field.name)];
  const [record] = (await readByIds(collectionId, [recordId], { fields: names })).map(toListed);
  // Without a record, send a token; the server ignores it for public files.
  return record === undefined || needsToken(record, name, collection);
}
