import { create } from './element.js';
import { type ListedCrowd, SERVICE, type Service } from './service.js';

/** Part of the service's own `<crowd-view>` that the dashboard uses. */
interface CrowdView extends HTMLElement {
  tokenProvider: () => string;
}

/**
 * Creates a live view of a crowd over its still picture. The still picture remains if the crowd cannot be drawn: without
 * WebGL or the service's script files, or after an error of the service or the network.
 *
 * @param still address of the still picture
 * @param onRead called when the crowd has been loaded, which counts as a billable request
 */
export function createLivePicture(
  service: Service,
  { crowd_id, name }: ListedCrowd,
  still: string,
  onRead: () => void,
): HTMLElement {
  const frame = create(
    'div',
    { class: 'live' },
    create('img', { src: still, alt: `${name}, a still picture` }),
  );
  const addView = (): void => {
    const view = create('crowd-view' as 'div', {
      src: SERVICE.href,
      crowd: crowd_id,
      poster: still,
      'aria-label': name,
      onload: () => {
        frame.querySelector('img')?.remove();
        onRead();
      },
      onerror: () => {
        view.remove();
        frame.classList.add('still');
      },
    }) as HTMLElement as CrowdView;
    view.tokenProvider = () => service.key;
    frame.append(view);
  };
  import(new URL('sdk/three-crowd.js', SERVICE).href).then(addView, () => frame.classList.add('still'));
  return frame;
}
