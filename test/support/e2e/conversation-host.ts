import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/** Requests of the page in the conversation, in order. */
interface Heard {
  readonly kind: 'message' | 'context' | 'size';
  readonly text: string;
}

declare global {
  interface Window {
    /** Shows a page as a host does, and gives it the result of a tool. */
    showApp(html: string, policy: string, result: object): Promise<void>;
    /** Gives the page that is shown another result. */
    tellResult(result: object): Promise<void>;
    readonly heard: Heard[];
  }
}

/**
 * A host of the Apps extension: the official bridge, around a sandbox with the content security policy that the
 * specification derives from what the page declares. Bundled and run in a page of the test's own.
 */
const heard: Heard[] = [];
let bridge: AppBridge | undefined;

Object.assign(window, {
  heard,
  async showApp(html: string, policy: string, result: object): Promise<void> {
    const frame = document.createElement('iframe');
    // No `allow-same-origin`: the page has an opaque origin.
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.style.cssText = 'width: 100%; height: 620px; border: 0';
    document.body.append(frame);
    const target = frame.contentWindow as Window;
    bridge = new AppBridge(
      null,
      { name: 'Test host', version: '1.0.0' },
      { message: { text: {} }, updateModelContext: { text: {} } },
      { hostContext: { theme: 'light', displayMode: 'inline' } },
    );
    const textOf = (content: readonly unknown[] = []) =>
      content.map((block) => (block as { text?: string }).text ?? '').join(' ');
    bridge.onmessage = async ({ content }) => {
      heard.push({ kind: 'message', text: textOf(content) });
      return {};
    };
    bridge.onupdatemodelcontext = async ({ content }) => {
      heard.push({ kind: 'context', text: textOf(content) });
      return {};
    };
    bridge.onsizechange = ({ height }) => void heard.push({ kind: 'size', text: String(height) });
    const initialized = new Promise<void>((resolve) => {
      if (bridge) bridge.oninitialized = () => resolve();
    });
    await bridge.connect(new PostMessageTransport(target, target));
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    frame.srcdoc = html.replace('<head>', `<head>${meta}`);
    await initialized;
    await window.tellResult(result);
  },
  async tellResult(result: object): Promise<void> {
    await bridge?.sendToolResult(result as never);
  },
});
