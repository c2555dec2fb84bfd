import { randomInt } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 8;

/** A new id: `cr_` and eight random letters or digits, 2·10¹⁴ of them. It is a name and no secret. */
export function createCrowdId(): string {
  let id = 'cr_';
  for (let i = 0; i < LENGTH; i++) id += LETTERS[randomInt(LETTERS.length)];
  return id;
}
