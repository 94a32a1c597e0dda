import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import type { ThumbSource } from '../display/Thumb';

/** The surroundings of the inputs of values; `valueInputs` implements it. */
export interface ValueInputContext {
  /** Returns the direction of rich text that is still empty. */
  textDirection(): 'ltr' | 'rtl';
  setTextDirection(direction: 'ltr' | 'rtl'): void;
  /** Lets the person choose an image of another record; null if none was chosen. */
  pickImage(): Promise<{ src: string; alt: string } | null>;
  collectionById(id: string): Collection | undefined;
  /** Lets the person choose records; null if the choice was cancelled. */
  pickRecords(choice: {
    collectionId: string;
    selected: readonly string[];
    /** Null: no limit. */
    max: number | null;
  }): Promise<readonly string[] | null>;
  /** Opens a record in its editor. Returns its last change there; null for none. */
  openRecord(collectionId: string, recordId: string): Promise<{ kind: string } | null>;
  createRelated(collectionId: string): RelatedSource;
  createFiles(): FileSource;
  warn(message: string): void;
}

/** The records that a relation points to; `RelatedRecords` implements it. */
export interface RelatedSource {
  state: {
    found: ReadonlyMap<string, ListedRecord>;
    missing: ReadonlySet<string>;
    isLoading: boolean;
    loadError: Error | null;
  };
  /** Loads the records that are not loaded yet. */
  show(ids: readonly string[]): Promise<void>;
  /** Reloads a record that was saved or deleted. */
  renew(id: string): Promise<void>;
  close(): void;
}

export interface FileSource extends ThumbSource {
  /** Requests the token if the collection's files may need one. */
  prepare(collection: Collection): Promise<void>;
}
