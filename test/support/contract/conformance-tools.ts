import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  completable,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { MoreOfTools } from '../../../src/server/http/mcp/create-handler.js';

/** A PNG of one pixel, and a WAV without a sample. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const STEP_MILLISECONDS = 50;

const states = createRequestStateCodec<string>({ key: 'a key of the test, which is thirty-two bytes long' });

/**
 * What the protocol's conformance suite asks of every server that it tests: tools, prompts and resources under names that
 * it knows. They go through the service's own tool server, which is what is tested.
 */
export const CONFORMANCE_TOOLS: MoreOfTools = {
  options: { capabilities: { logging: {} }, requestState: { verify: states.verify } },
  register(server) {
    registerAnswers(server);
    registerSteps(server);
    registerQuestions(server);
    registerPrompts(server);
    registerResources(server);
  },
};

const text = (value: string) => ({ type: 'text' as const, text: value });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, value: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
});

/** Tools that answer at once. */
function registerAnswers(server: McpServer): void {
  const answers = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio' as const, data: WAV, mimeType: 'audio/wav' }],
    test_embedded_resource: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  };
  for (const [name, content] of Object.entries(answers)) {
    server.registerTool(name, { description: `Answers as ${name}.` }, () => ({ content }));
  }
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}

/** Tools that report their progress. */
function registerSteps(server: McpServer): void {
  const pause = () => new Promise((resolve) => setTimeout(resolve, STEP_MILLISECONDS));
  server.registerTool('test_tool_with_logging', { description: 'Logs three times.' }, async ({ mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', data);
      await pause();
    }
    return { content: [text('logged')] };
  });
  server.registerTool('test_logging_tool', { description: 'Logs once.' }, async ({ mcpReq }) => {
    await mcpReq.log('info', 'called');
    return { content: [text('logged')] };
  });
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Tells its progress.' },
    async ({ mcpReq }) => {
      const progressToken = mcpReq._meta?.['progressToken'];
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          const params = { progressToken, progress, total: 100 };
          await mcpReq.notify({ method: 'notifications/progress', params });
        }
        await pause();
      }
      return { content: [text('done')] };
    },
  );
}

const named = z.object({ name: z.string() });
const asksName = (message = 'What is your name?') =>
  inputRequired.elicit({ message, requestedSchema: named });
const asksModel = (question: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: text(question) }],
    maxTokens,
  });

type Question = (context: ServerContext) => Promise<object> | object;

/** Tools that ask the caller before they answer (SEP-2322). */
function registerQuestions(server: McpServer): void {
  const questions: Record<string, Question> = {
    elicitation: ({ mcpReq }) => {
      const name = acceptedContent(mcpReq.inputResponses, 'user_name', named)?.name;
      if (name === undefined) return inputRequired({ inputRequests: { user_name: asksName() } });
      return { content: [text(`Hello, ${name}!`)] };
    },
    sampling: ({ mcpReq }) => {
      const answer = inputResponse(mcpReq.inputResponses, 'capital_question');
      if (answer.kind === 'sampling') return { content: [text(JSON.stringify(answer.result.content))] };
      const capital_question = asksModel('What is the capital of France?', 100);
      return inputRequired({ inputRequests: { capital_question } });
    },
    list_roots: ({ mcpReq }) => {
      const answer = inputResponse(mcpReq.inputResponses, 'client_roots');
      if (answer.kind === 'roots') return { content: [text(JSON.stringify(answer.roots))] };
      return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
    },
    request_state: askOnce('confirm', 'state-ok'),
    tampered_state: askOnce('confirm', 'state-ok'),
    multiple_inputs: async ({ mcpReq }) => {
      const keys = ['user_name', 'greeting', 'client_roots'];
      if (keys.every((key) => inputResponse(mcpReq.inputResponses, key).kind !== 'missing')) {
        return { content: [text('all is there')] };
      }
      return inputRequired({
        inputRequests: {
          user_name: asksName(),
          greeting: asksModel('Generate a greeting', 50),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await states.mint('asked'),
      });
    },
    multi_round: async ({ mcpReq }) => {
      const color = z.object({ color: z.string() });
      const state = mcpReq.requestState<string>();
      const name = acceptedContent(mcpReq.inputResponses, 'step1', named)?.name;
      const second = acceptedContent(mcpReq.inputResponses, 'step2', color);
      if (state !== undefined && second) return { content: [text(`${state} likes ${second.color}`)] };
      if (name !== undefined) {
        const message = 'Step 2: What is your favorite color?';
        return inputRequired({
          inputRequests: { step2: inputRequired.elicit({ message, requestedSchema: color }) },
          requestState: await states.mint(name),
        });
      }
      return inputRequired({
        inputRequests: { step1: asksName('Step 1: What is your name?') },
        requestState: await states.mint('nobody'),
      });
    },
    capabilities: ({ mcpReq }) => {
      const envelope = mcpReq.envelope as Record<string, object> | undefined;
      const can = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
      return inputRequired({
        inputRequests: {
          ...('elicitation' in can && { user_name: asksName() }),
          ...('sampling' in can && { greeting: asksModel('Generate a greeting', 50) }),
        },
        requestState: 'asked',
      });
    },
  };
  const register = (name: string, ask: Question) =>
    server.registerTool(name, { description: 'Asks back.' }, (context) => ask(context) as never);
  for (const [name, ask] of Object.entries(questions)) {
    register(`test_input_required_result_${name}`, ask);
  }
  // The suite calls the first without saying that it can answer, and looks at how the second is streamed.
  register('test_missing_capability', questions['sampling']);
  register('test_streaming_elicitation', questions['elicitation']);
}

/** Asks for a confirmation, and answers once it comes with the state that was sent along. */
function askOnce(key: string, answer: string): Question {
  const requestedSchema = z.object({ ok: z.boolean() });
  return async ({ mcpReq }) => {
    const isConfirmed = acceptedContent(mcpReq.inputResponses, key, requestedSchema) !== undefined;
    if (isConfirmed && mcpReq.requestState<string>() === key) return { content: [text(answer)] };
    return inputRequired({
      inputRequests: { [key]: inputRequired.elicit({ message: 'Please confirm', requestedSchema }) },
      requestState: await states.mint(key),
    });
  };
}

function registerPrompts(server: McpServer): void {
  const say = (...contents: object[]) => ({
    messages: contents.map((content) => ({ role: 'user' as const, content: content as never })),
  });
  const simple = 'This is a simple prompt for testing.';
  server.registerPrompt('test_simple_prompt', { description: 'Simple.' }, () => say(text(simple)));
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'With arguments.',
      argsSchema: z.object({
        arg1: completable(z.string(), (start) => ['paris', 'park'].filter((word) => word.startsWith(start))),
        arg2: z.string(),
      }),
    },
    ({ arg1, arg2 }) => say(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      say(
        resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'With an image.' }, () =>
    say(image, text('Please analyze the image above.')),
  );
  const asked = z.object({ context: z.string() });
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks back.' }, ({ mcpReq }) => {
    const context = acceptedContent(mcpReq.inputResponses, 'user_context', asked)?.context;
    if (context !== undefined) return say(text(context));
    const message = 'What context should the prompt use?';
    const user_context = inputRequired.elicit({ message, requestedSchema: asked });
    return inputRequired({ inputRequests: { user_context } });
  });
}

function registerResources(server: McpServer): void {
  const fixed = {
    'test://static-text': {
      mimeType: 'text/plain',
      text: 'This is the content of the static text resource.',
    },
    'test://static-binary': { mimeType: 'image/png', blob: PNG },
    'test://watched-resource': { mimeType: 'text/plain', text: 'watched' },
  };
  for (const [uri, content] of Object.entries(fixed)) {
    const about = { description: `Gives ${uri}.`, mimeType: content.mimeType };
    server.registerResource(uri, uri, about, () => ({ contents: [{ uri, ...content }] }));
  }
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Gives what its address says.', mimeType: 'application/json' },
    ({ href: uri }, { id }) => ({
      contents: [
        {
          uri,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  );
}
