import type * as z from 'zod/mini';

/** The first issue of a schema as a dotted path and a sentence without its full stop. */
export function describeIssue(error: Pick<z.core.$ZodError, 'issues'>): { path: string; message: string } {
  const issue = error.issues[0];
  return {
    path: issue?.path.join('.') ?? '',
    message: (issue?.message ?? UNKNOWN).replace(/\.$/, ''),
  };
}

const UNKNOWN = 'does not have the right shape';

/**
 * Options for every schema's `parse`. zod/mini has no messages, and another library in the process may have set a
 * locale.
 */
export const WITH_MESSAGES = { error: explain };

function explain(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${NOUNS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return `must ${issue.inclusive ? verbOf(issue.origin, 'at least') : 'be more than'} ${issue.minimum}`;
    case 'too_big':
      return `must ${issue.inclusive ? verbOf(issue.origin, 'at most') : 'be less than'} ${issue.maximum}`;
    case 'invalid_format':
      return `must match ${'pattern' in issue ? issue.pattern : issue.format}`;
    default:
      return UNKNOWN;
  }
}

const NOUNS: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'an integer',
  number: 'a finite number',
  object: 'an object',
  string: 'a text',
};

function verbOf(origin: string, bound: string): string {
  return origin === 'array' || origin === 'string' ? `have a length of ${bound}` : `be ${bound}`;
}
