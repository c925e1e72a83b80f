// Sets the theme before the first paint; without a choice the system's holds.
const theme = localStorage.getItem('cairn.theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
