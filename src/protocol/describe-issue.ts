import type * as z from 'zod/mini';

/** The first issue of a schema as a dotted path and a sentence without its full stop. */
export function describeIssue(error: Pick<z.core.$ZodError, 'issues'>): { path: string; message: string } {
  const issue = error.issues[0];
  const message = issue?.message ?? 'does not have the right shape';
  return {
    path: issue?.path.join('.') ?? '',
    message: (message === 'Invalid input' && issue ? explain(issue) : message).replace(/\.$/, ''),
  };
}

// zod/mini ships without a locale, so its own messages all read "Invalid input".
function explain(issue: z.core.$ZodIssue): string {
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
      return 'does not have the right shape';
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
