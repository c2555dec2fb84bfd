import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { startPostgres } from './postgres.js';

/** Environment variable with a database of the server, from which others are created. */
const VARIABLE = 'THREE_CROWD_TEST_POSTGRES';

/** Global setup: starts one PostgreSQL per run. Tests that stop their server start another one. */
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
