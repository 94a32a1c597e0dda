import { autoUpdate, computePosition, flip, offset, type Placement, shift, size } from '@floating-ui/dom';

export type { Placement };

interface BesideOptions {
  placement: Placement;
  /** The distance between the two, in CSS pixels. */
  gap: number;
  /** Called when the anchor has left the document. */
  onLost?: () => void;
}

const edge = 8;

/**
 * Keeps `floating`, which has a fixed position, beside `anchor` and inside the window until the returned
 * function runs. Sets `--room-width` and `--room-height` to the available size.
 */
export function keepBeside(anchor: Element, floating: HTMLElement, options: BesideOptions): () => void {
  const { placement, gap, onLost } = options;
  const place = async () => {
    if (!anchor.isConnected) {
      onLost?.();
      return;
    }
    const { x, y } = await computePosition(anchor, floating, {
      strategy: 'fixed',
      placement,
      middleware: [
        offset(gap),
        flip({ padding: edge }),
        shift({ padding: edge }),
        size({
          padding: edge,
          apply({ availableWidth, availableHeight }) {
            floating.style.setProperty('--room-width', `${Math.floor(availableWidth)}px`);
            floating.style.setProperty('--room-height', `${Math.floor(availableHeight)}px`);
          },
        }),
      ],
    });
    floating.style.left = `${x}px`;
    floating.style.top = `${y}px`;
  };
  return autoUpdate(anchor, floating, place);
}

const hosts = 'main, nav, aside, [role="dialog"], [role="alertdialog"], [role="complementary"]';

/**
 * Returns the parent for a menu or a tooltip: the landmark or dialog of its element, so that it is not inert.
 */
export function hostOf(element: Element): HTMLElement {
  return element.closest<HTMLElement>(hosts) ?? document.body;
}
