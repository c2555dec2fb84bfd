import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { startPostgres } from './postgres.js';

/** Names a database of the server to the processes that the tests run in: the one where others are created. */
const VARIABLE = 'THREE_CROWD_TEST_POSTGRES';

/** Global setup of what needs a database: one PostgreSQL for the run. What halts its server starts one of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  process.env[VARIABLE] = await postgres.createDatabase();
  return async () => {
    delete process.env[VARIABLE];
    await postgres.stop();
  };
}

/** Address of a new, empty database. */
export async function createDatabase(): Promise<string> {
  const location = process.env[VARIABLE];
  if (!location)
    throw new Error('This project has no PostgreSQL: add postgres-of-run.ts to its globalSetup.');
  const name = `crowds_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: location });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return location.replace(/[^/]+$/, name);
}
