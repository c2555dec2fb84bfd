import { expect, test } from 'vitest';
import { startTrace, traceHeaders } from '../../../src/server/core/trace.js';

// The examples of the W3C's Trace Context, 3.2.2.
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test('a trace goes on: the same trace, this service as a new span of it', () => {
  const trace = startTrace(`00-${TRACE}-${PARENT}-01`, 'congo=t61rcWkgMzE');
  expect(trace).toMatchObject({ traceId: TRACE, parentId: PARENT, flags: '01', state: 'congo=t61rcWkgMzE' });
  expect(trace.spanId).toMatch(/^[0-9a-f]{16}$/);
  expect(trace.spanId).not.toBe(PARENT);
  expect(traceHeaders(trace)).toEqual({
    traceparent: `00-${TRACE}-${trace.spanId}-01`,
    tracestate: 'congo=t61rcWkgMzE',
  });
});

test('a later version is read as far as this one goes, and unknown flags are not passed on', () => {
  expect(startTrace(`cc-${TRACE}-${PARENT}-09-what-the-future-holds`, undefined)).toMatchObject({
    traceId: TRACE,
    flags: '01',
  });
});

test.each([
  undefined,
  '',
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `ff-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01-more`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}`,
  `00-${TRACE.slice(1)}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-1`,
  'tc_live_000',
])('traceparent "%s" starts a trace of its own, without the state of another', (traceparent) => {
  const trace = startTrace(traceparent, 'congo=t61rcWkgMzE');
  expect(trace.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  expect(trace.traceId).not.toBe(TRACE);
  expect(trace).toMatchObject({ parentId: undefined, state: undefined });
});
