"""A program as a user of Google's package would write it: puts one prompt to the core of Antigravity.

python antigravity.py [--continue] PROMPT
"""
import asyncio
import json
import os
import pathlib
import sys

from google.antigravity import Agent, LocalAgentConfig
from google.antigravity import types
from google.antigravity.hooks import policy
from google.antigravity.models import GeminiAPIEndpoint, ModelTarget, ModelType

HOME = pathlib.Path.home()
BRAIN = HOME / '.gemini' / 'antigravity' / 'brain'
SAVED = HOME / 'antigravity-saved'
SERVERS = HOME / '.gemini' / 'config' / 'mcp_config.json'


def servers():
    """The MCP servers that the user set up for Antigravity: a program hands them to the core itself."""
    if not SERVERS.exists():
        return []
    known = json.loads(SERVERS.read_text()).get('mcpServers', {})
    return [
        types.McpStdioServer(name=name, command=one['command'], args=one.get('args', []), force_all_tools_eager=True)
        for name, one in known.items()
    ]


def last_session():
    return max(BRAIN.iterdir(), key=lambda folder: folder.stat().st_mtime).name


async def main(prompt, goes_on):
    endpoint = GeminiAPIEndpoint(api_key='none', base_url=os.environ['SCRIPTED_MODEL_URL'])
    mode = types.SessionContinuationMode.RESUME
    resumed = {'conversation_id': last_session(), 'session_continuation_mode': mode} if goes_on else {}
    config = LocalAgentConfig(
        model=ModelTarget(name='scripted', types=[ModelType.TEXT, ModelType.IMAGE], endpoint=endpoint),
        policies=[policy.allow_all()],
        mcp_servers=servers(),
        save_dir=str(SAVED),
        **resumed,
    )
    async with Agent(config) as agent:
        response = await agent.chat(prompt)
        print(await response.text())


asyncio.run(main(sys.argv[-1], '--continue' in sys.argv[1:-1]))
