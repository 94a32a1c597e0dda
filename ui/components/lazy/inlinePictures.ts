import type { Picture } from './richFormats';

interface InlinePictures {
  readonly pictures: Picture[];
  /** A sentence about those that are too large, or ''. */
  readonly problem: string;
}

/** Pictures that stand in the text itself; each is part of every answer that holds the record, so large ones are refused. */
export async function inlinePictures(
  files: readonly File[],
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<InlinePictures> {
  const images = files.filter(({ type }) => type.startsWith('image/'));
  const fitting = images.filter(({ size }) => size <= maxBytes);
  const tooLarge = images.filter(({ size }) => size > maxBytes).map(({ name }) => name);
  const pictures = await Promise.all(
    fitting.map(async (file) => ({ src: await dataAddress(file), alt: file.name })),
  );
  const most = `${Math.floor(maxBytes / 1000)} kB`;
  return {
    pictures,
    problem: tooLarge.length > 0 ? `Too large to embed (max ${most}): ${tooLarge.join(', ')}` : '',
  };
}

function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
