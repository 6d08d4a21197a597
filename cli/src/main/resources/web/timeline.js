// How the rollout went through the ordinals: one line for each pod, from left to right in time.
import { el } from './dom.js';
import { now, span } from './words.js';

export function makeTimeline() {
  const canvas = el('canvas', { class: 'timeline', role: 'img', 'aria-label': 'Timeline of the rollout' });
  const axis = el('div', { class: 'axis soft' }, el('span', {}), el('span', {}));
  const words = el('p', { class: 'soft' });
  const node = el('div', {}, words, canvas, axis);
  let frame = 0;

  function draw(pods, revisions, head) {
    const newest = revisions.find((each) => each.update);
    const wanted = pods.filter((pod) => !pod.x);
    if (!newest || !wanted.length || !canvas.clientWidth) return;
    const isFirst = revisions.length === 1;
    const start = newest.created;
    const times = wanted.filter((pod) => pod.u).flatMap((pod) => [pod.a, pod.t]).filter((time) => time > start);
    const isDone = head.phase === 'ready' || head.phase === 'partitioned';
    const last = Math.max(start + 1000, ...times);
    const end = isDone ? last + (last - start) * 0.06 : Math.max(now(), last);
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const scale = devicePixelRatio || 1;
    const wide = canvas.clientWidth;
    const rows = Math.min(wanted.length, 240);
    const step = Math.max(1, Math.min(16, Math.floor(260 / rows)));
    const height = rows * step;
    canvas.width = wide * scale;
    canvas.height = height * scale;
    canvas.style.height = `${height}px`;
    const paint = canvas.getContext('2d');
    paint.scale(scale, scale);
    const x = (time) => Math.max(0, Math.min(wide, ((time - start) / (end - start)) * wide));
    const bar = (from, to, row, fill) => {
      if (to <= from) return;
      paint.fillStyle = fill;
      paint.fillRect(x(from), row * step, Math.max(1, x(to) - x(from)), step > 3 ? step - 2 : step);
    };
    for (let row = 0; row < rows; row++) {
      const pod = wanted[Math.floor((row * wanted.length) / rows)];
      const isNewPod = pod.a > start || isFirst;
      if (!pod.u) { bar(start, end, row, colour('--old-soft')); continue; }
      if (isNewPod && !isFirst) bar(start, pod.a, row, colour('--old-soft'));
      const ready = pod.t && pod.t >= (isNewPod ? pod.a : start) ? pod.t : null;
      const begun = isNewPod ? pod.a : start;
      if (!isNewPod && ready && !isFirst) bar(start, ready, row, colour('--old-soft'));
      if (isNewPod) bar(begun, ready ?? end, row, pod.s === 'broken' ? colour('--bad') : colour('--new-soft'));
      if (ready) bar(ready, end, row, colour('--new'));
      else if (!isNewPod) bar(begun, end, row, pod.t ? colour('--new') : colour('--new-soft'));
    }
    axis.firstChild.textContent = `ordinal ${wanted[0].o} above, ${wanted[wanted.length - 1].o} below`;
    axis.lastChild.textContent = `${span((end - start) / 1000)} since revision ${newest.number} came`;
    const done = wanted.filter((pod) => pod.u && (pod.s === 'available')).length;
    words.textContent = isDone
      ? `The rollout of revision ${newest.number} took ${span((last - start) / 1000)}.`
      : `${done} of ${wanted.length} pods have revision ${newest.number} and are available.`;
    canvas.setAttribute('aria-label', words.textContent);
  }

  let last = null;
  const again = () => { if (last) show(...last); };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
  new MutationObserver(again).observe(document.documentElement, { attributes: true });
  let width = 0;
  new ResizeObserver(() => {
    if (canvas.clientWidth !== width) { width = canvas.clientWidth; again(); }
  }).observe(canvas);

  function show(...what) {
    last = what;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => draw(...what));
  }

  return { node, show };
}
