import type { Piece } from './reading/explainRule';

/** A sentence in which names and values are marked and never translated. */
export function Pieces({ of }: { of: readonly Piece[] }) {
  return of.map(({ kind, text }, at) => {
    const key = `${at}`;
    if (kind === 'words') return <span key={key}>{text}</span>;
    return (
      <b key={key} translate="no" data-path={kind === 'path' || undefined}>
        {text}
      </b>
    );
  });
}
