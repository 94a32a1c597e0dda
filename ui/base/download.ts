import { fileReferrer } from './pageAddress';

const keptForMs = 60_000;

export function downloadText(name: string, text: string, type: string): void {
  downloadBlob(name, new Blob([text], { type }));
}

export function downloadBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  downloadAddress(name, address);
  // Later, because the browser may still be reading the content.
  setTimeout(() => URL.revokeObjectURL(address), keptForMs);
}

export function downloadAddress(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.referrerPolicy = fileReferrer;
  link.click();
}
