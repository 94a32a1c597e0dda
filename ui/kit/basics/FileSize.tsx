import { byteSize, printCount } from '../../base/text';

interface Props {
  bytes: number;
  className?: string | undefined;
}

/** The tooltip shows the exact bytes. */
export function FileSize({ bytes, className }: Props) {
  const isRounded = bytes >= 1000;
  return (
    <span className={className} data-tooltip={isRounded ? `${printCount(bytes)} bytes` : undefined}>
      {byteSize(bytes)}
    </span>
  );
}
