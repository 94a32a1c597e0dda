import type { Words } from './docsContent';

/** A text that contains code. */
export function DocsText({ of }: { of: Words }) {
  return of.map((part, at) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
      <code translate="no" key={at}>
        {part.code}
      </code>
    ),
  );
}
