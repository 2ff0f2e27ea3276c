-- Whether a transaction is asked for with a personal access token, and how far that reaches: null without a token; 'person': all companies
-- of its owner; 'company': one of them.
alter type app.context add attribute token_reach text;
