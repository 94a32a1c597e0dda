import { proxy } from 'valtio/vanilla';
import * as files from '../../backend/files';
import { listOf } from '../../base/lists';
import { endingOf, fileKind, needsToken } from '../../model/file';
import { type AnyRecord, fieldValue } from '../../model/record';
import { holdsFiles } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import type { Panels } from '../../page/panels';
import { report } from '../../page/report';
import * as fileToken from '../../page/session/fileToken';

declare module '../../page/panels' {
  interface Panels {
    /** `record` may be an excerpt, because only its file names are read. */
    filePreview: { takes: { collectionId: string; record: AnyRecord; name: string }; answers: null };
  }
}

/** `other` shows only name and size. */
export type FileView = 'image' | 'audio' | 'video' | 'pdf' | 'other';

export interface FilePreviewState {
  /** The name of the file that is shown. */
  name: string;
  /** '' until it is known. */
  address: string;
  /** The size; null while unknown. */
  bytes: number | null;
  isFailed: boolean;
}

export type FilePreview = ReturnType<typeof createFilePreview>;

export function viewOf(name: string, hasPdfViewer: boolean): FileView {
  const kind = fileKind(name);
  if (kind === 'image' || kind === 'audio' || kind === 'video') return kind;
  return hasPdfViewer && endingOf(name) === 'pdf' ? 'pdf' : 'other';
}

/** `PNG image`, or `ZIP file`. */
export function typeText(name: string): string {
  const kind = fileKind(name);
  return `${endingOf(name).toUpperCase()} ${kind === 'other' ? 'file' : kind}`.trim();
}

export function createFilePreview({ collectionId, record, name: first }: Panels['filePreview']['takes']) {
  const collection = collections.find(collectionId);
  const all =
    collection?.schema.filter(holdsFiles).flatMap(({ name }) => listOf(fieldValue(record, name))) ?? [];
  const names = all.includes(first) ? all : [first];
  const state = proxy<FilePreviewState>({ name: first, address: '', bytes: null, isFailed: false });

  /** Returns the address of the file, with a token that stays valid for a while; '' if a token is missing. */
  async function freshAddress({ isDownload = false } = {}): Promise<string> {
    const { name } = state;
    try {
      const isLocked = !collection || needsToken(record, name, collection);
      const token = isLocked ? await fileToken.get() : undefined;
      const address = new URL(files.fileAddress({ collectionId, recordId: record.id, name, token }));
      if (isDownload) address.searchParams.set('download', '1');
      return address.href;
    } catch (error) {
      report(error);
      return '';
    }
  }

  async function open(name = first): Promise<void> {
    Object.assign(state, { name, address: '', bytes: null, isFailed: false });
    const address = await freshAddress();
    if (state.name !== name) return;
    const view = viewOf(name, navigator.pdfViewerEnabled);
    // A PDF frame or a plain name shows no error for a missing file, so the size is read first.
    const isSilent = view === 'pdf' || view === 'other';
    if (!isSilent) Object.assign(state, { address, isFailed: address === '' });
    const size = address === '' ? null : await files.readSize(address);
    if (state.name !== name) return;
    state.bytes = size?.bytes ?? null;
    if (isSilent) Object.assign(state, { address, isFailed: !size });
  }

  return {
    names,
    state,
    freshAddress,
    open,
    /** Shows the next or the previous file, in a circle. */
    async step(by: 1 | -1) {
      const at = names.indexOf(state.name) + by;
      await open(names.at(at % names.length));
    },
    /** Called if the browser could not show the file. */
    fail() {
      state.isFailed = true;
    },
  };
}
