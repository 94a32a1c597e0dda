interface UploadCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | null;
}

type Ask = (call: UploadCall) => Promise<{ status: number; text: string | null; contentType: string }>;

/** The parts of an XMLHttpRequest that an upload uses: progress, headers, the response as text, abort. */
export function fakeXhr(ask: Ask): XMLHttpRequest {
  const upload = new Target();
  const xhr = new FakeXhr(ask, upload);
  return xhr as unknown as XMLHttpRequest;
}

/** An event target that also calls `onload` and similar handlers. */
class Target extends EventTarget {
  tell(name: string, more: object = {}): void {
    const event = Object.assign(new Event(name), more);
    this.dispatchEvent(event);
    const listener: unknown = Reflect.get(this, `on${name}`);
    if (typeof listener === 'function') listener.call(this, event);
  }
}

class FakeXhr extends Target {
  readonly upload: Target;
  readyState = 0;
  status = 0;
  responseText = '';
  timeout = 0;
  withCredentials = false;
  responseType = '';
  responseURL = '';
  readonly #ask: Ask;
  readonly #stop = new AbortController();
  readonly #headers = new Headers();
  #method = 'GET';
  #url = new URL('http://localhost:8090/');
  #contentType = '';

  constructor(ask: Ask, upload: Target) {
    super();
    this.#ask = ask;
    this.upload = upload;
  }

  get response(): unknown {
    return this.responseText;
  }

  open(method: string, url: string | URL): void {
    this.#method = method.toUpperCase();
    this.#url = new URL(String(url), globalThis.location?.href ?? 'http://localhost:8090/');
    this.responseURL = this.#url.href;
    this.readyState = 1;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return name.toLowerCase() === 'content-type' ? this.#contentType : null;
  }

  getAllResponseHeaders(): string {
    return `content-type: ${this.#contentType}\r\n`;
  }

  /** Reports half of the body, then all of it, then the response. */
  async send(body: unknown = null): Promise<void> {
    this.upload.tell('progress', { lengthComputable: true, loaded: 50, total: 100 });
    this.upload.tell('progress', { lengthComputable: true, loaded: 100, total: 100 });
    this.upload.tell('load');
    try {
      const answer = await this.#ask({
        method: this.#method,
        path: this.#url.pathname,
        query: Object.fromEntries(this.#url.searchParams),
        body,
        headers: Object.fromEntries(this.#headers),
        signal: this.#stop.signal,
      });
      this.status = answer.status;
      this.responseText = answer.text ?? '';
      this.#contentType = answer.contentType;
      this.#end('load');
    } catch {
      this.#end(this.#stop.signal.aborted ? 'abort' : 'error');
    }
  }

  abort(): void {
    this.#stop.abort();
  }

  #end(name: string): void {
    this.readyState = 4;
    this.tell('readystatechange');
    this.tell(name);
    this.tell('loadend');
  }
}
