"""Who plays whom, where: people, tournaments, teams, fixtures."""
