// Sets the theme before the first paint; without a choice the system's holds.
const [, theme] = /(?:^|; )cairn\.theme=(light|dark)(?:;|$)/.exec(document.cookie) ?? [];
if (theme !== undefined) document.documentElement.dataset.theme = theme;
