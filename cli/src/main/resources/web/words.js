// Times and numbers as people read them.

let offset = 0;

/** The time of the cluster, which may differ from that of this machine. */
export function heard(now) { offset = now - Date.now(); }
export const now = () => Date.now() + offset;

export function span(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min${whole < 600 && whole % 60 ? ` ${whole % 60} s` : ''}`;
  if (whole < 86400) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return `${Math.floor(whole / 86400)} d`;
}

export const since = (time) => (time ? span((now() - time) / 1000) : '');
export const count = (n, one, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
export const short = (revision) => (revision ?? '').split('-').pop();
export const isTag = (image) => /:[^/]*$/.test(image);

/** The part of an image that people compare: its name and tag, without the registry. */
export const image = (name) => name.split('/').pop();

export const PHASES = {
  ready: 'Ready', updating: 'Updating', scaling: 'Scaling', partitioned: 'Partitioned',
  paused: 'Paused', stalled: 'Stalled', deleting: 'Deleting',
};

export const STATES = {
  available: 'available', ready: 'ready', starting: 'starting', unready: 'not ready',
  broken: 'broken', updating: 'updating in place', resizing: 'resizing', hooked: 'at a hook',
  terminating: 'terminating', finished: 'finished', missing: 'missing', foreign: 'foreign',
};
