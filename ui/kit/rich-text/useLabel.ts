import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns the id of the `<label>` of the control with this id. A label works for native controls only. Others
 * need `aria-labelledby`, and a click on the label must be passed on.
 */
export function useLabel(id: string | undefined, onClick: () => void): string | undefined {
  const [labelId, setLabelId] = useState<string>();
  const latest = useRef(onClick);

  useEffect(() => {
    latest.current = onClick;
  });

  useLayoutEffect(() => {
    const label = id === undefined ? null : document.querySelector(`label[for="${CSS.escape(id)}"]`);
    if (!label) return;
    label.id ||= `${id}-label`;
    setLabelId(label.id);
    const handleClick = () => latest.current();
    label.addEventListener('click', handleClick);
    return () => label.removeEventListener('click', handleClick);
  }, [id]);

  return labelId;
}
