import '../page/page.css';
import type { CrowdViewElement } from 'three-crowd/element';
import { openPage } from '../page/open-page.js';

// The other examples draw into the frame's view; this page has a view of its own.
const { view, showReady } = await openPage();
const element = document.querySelector('crowd-view') as CrowdViewElement;
element.id = view.id;
element.style.height = 'auto';
view.replaceWith(element);

// The element tells by itself how far it is.
document.getElementById('loading')!.hidden = true;
const show = (): void => showReady(element.crowdObject!);
if (element.crowdObject) show();
else element.addEventListener('load', show);
